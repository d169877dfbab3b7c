export {
  createOutboundClient,
  type OutboundAnswer,
  type OutboundClient,
  type OutboundObserver,
  type OutboundRequest,
  type OutboundTarget,
} from './gate.ts';
export { createOutboundPolicy } from './gate-policy.ts';
export { getPath, parseJson } from './json-answer.ts';
export { createMediaHosts } from './media-hosts.ts';
export { OutboundError } from './outbound-error.ts';
export { isPlainHttpAllowed } from './target.ts';
export { type ConnectionTest, ConnectionTestError, runConnectionTest, toFailure, toRejection } from './trial.ts';
export { raceAbort } from './within.ts';
