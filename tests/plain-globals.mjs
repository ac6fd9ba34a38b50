// Jest's environment for Node.js, in a context whose globals are plain ones. Those of a usual context go through
// interceptors of node:vm, so that each use of Math or Array costs many times what it costs elsewhere: simulations take
// twice as long. See vm.constants.DONT_CONTEXTIFY of Node.js.
import vm from 'node:vm'
import { TestEnvironment } from 'jest-environment-node'

export default class PlainGlobals extends TestEnvironment {
  constructor(config, context) {
    const { createContext } = vm
    vm.createContext = () => createContext(vm.constants.DONT_CONTEXTIFY)
    try {
      super(config, context)
    } finally {
      vm.createContext = createContext
    }
  }
}
