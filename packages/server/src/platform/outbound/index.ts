export {
  createOutboundClient,
  createOutboundPolicy,
  type OutboundAnswer,
  type OutboundClient,
  type OutboundObserver,
  type OutboundRequest,
  type OutboundTarget,
  raceAbort,
} from './gate.ts';
export { getPath, parseJson } from './json-answer.ts';
export { isPlainHttpAllowed, OutboundError } from './target.ts';
export {
  type ConnectionTest,
  ConnectionTestError,
  createMediaHosts,
  problemsByReason,
  runConnectionTest,
  toFailure,
  toRejection,
} from './trial.ts';
