import { check, group } from 'k6'
import http from 'k6/http'
import { Counter, Trend } from 'k6/metrics'

const parseTime = new Trend('parse_time', true)
const sizes = new Trend('sizes')
const orders = new Counter('orders')

export const options = {
  scenarios: {
    default: { executor: 'shared-iterations', vus: 2, iterations: 6 },
    peak: { executor: 'shared-iterations', vus: 1, iterations: 2, exec: 'peak' },
  },
  thresholds: { 'http_req_duration{name:cart}': ['p(95)<500'] },
}

const get = (path, name = path) => http.get(`http://127.0.0.1:${__ENV.PORT}${path}`, { tags: { name } })

export default function () {
  const response = get('/cart', 'cart')
  parseTime.add(response.timings.waiting / 2)
  sizes.add(response.body.length)
  orders.add(1)
  if (__ENV.FAIL) {
    check(get('/busy'), { 'is 200': ({ status }) => status === 200 })
    get('/broken')
  }
}

export function peak() {
  group('checkout', () => get('/pay'))
}

export function handleSummary(data) {
  return { [__ENV.SUMMARY]: JSON.stringify(data, null, 2) }
}
