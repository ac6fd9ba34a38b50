import { describe, expect, it } from '@jest/globals'
import { threadCounts } from '../../../src/measure/pin/thread-counts.ts'

describe('thread counts', () => {
  it('follow the pinned CPUs', () => {
    expect(threadCounts([2, 3], {}, true)).toEqual({
      GOMAXPROCS: '2',
      OMP_NUM_THREADS: '2',
      RAYON_NUM_THREADS: '2',
    })
  })

  it('are not set without pinning', () => {
    expect(threadCounts([], {}, true)).toEqual({})
  })

  it('never replace what the user has set, even to nothing', () => {
    expect(threadCounts([2, 3], { OMP_NUM_THREADS: '7', GOMAXPROCS: '' }, true)).toEqual({
      RAYON_NUM_THREADS: '2',
    })
  })

  it('give libuv more threads than its four, but never fewer', () => {
    expect(threadCounts([1, 2, 3, 4], {}, true).UV_THREADPOOL_SIZE).toBeUndefined()
    expect(threadCounts([1, 2, 3, 4, 5], {}, true).UV_THREADPOOL_SIZE).toBe('5')
  })

  it('bind OpenMP threads to one CPU each when the kernel does not spread them', () => {
    expect(threadCounts([2, 5], {}, false)).toMatchObject({
      OMP_PROC_BIND: 'close',
      OMP_PLACES: '{2},{5}',
    })
    expect(threadCounts([2], {}, false).OMP_PROC_BIND).toBeUndefined()
  })

  it.each(['OMP_PROC_BIND', 'OMP_PLACES', 'GOMP_CPU_AFFINITY', 'KMP_AFFINITY'])(
    'leave the binding to a user who has set %s',
    name => {
      const added = threadCounts([2, 5], { [name]: 'x' }, false)
      expect(Object.keys(added)).toEqual(['GOMAXPROCS', 'OMP_NUM_THREADS', 'RAYON_NUM_THREADS'])
    },
  )
})
