// An open loop: k6 begins 400 requests in each second, whether or not the others have been answered.
import http from 'k6/http'

export const options = {
  scenarios: {
    words: {
      executor: 'constant-arrival-rate',
      rate: 400,
      timeUnit: '1s',
      duration: '5s',
      preAllocatedVUs: 50,
    },
  },
}

export default () => http.get(`http://127.0.0.1:${__ENV.PORT}/${__ENV.ASK}`)
