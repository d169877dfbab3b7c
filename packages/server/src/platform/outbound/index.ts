export {
  type ConnectionTest,
  ConnectionTestError,
  createMediaHosts,
  problemsByReason,
  runConnectionTest,
  toFailure,
  toRejection,
} from './connection-test.ts';
export {
  createOutboundClient,
  createOutboundPolicy,
  type OutboundClient,
  type OutboundObserver,
  type OutboundRequest,
  type OutboundResponse as OutboundAnswer,
  type OutboundTarget,
  raceAbort,
} from './gate.ts';
export { getPath, parseJson } from './parse-json.ts';
export { isPlainHttpAllowed, OutboundError } from './target.ts';
