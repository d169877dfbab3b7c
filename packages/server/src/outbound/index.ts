export {
  createOutboundGate,
  type OutboundAnswer,
  type OutboundGate,
  type OutboundObserver,
  type OutboundRequest,
  type OutboundTarget,
} from './gate.ts';
export { outboundPolicy } from './gate-policy.ts';
export { at, jsonIn } from './json-answer.ts';
export { mediaHosts } from './media-hosts.ts';
export { OutboundError } from './outbound-error.ts';
export { mayGoUnsealed } from './target.ts';
export { failureOf, refusalOf, type Trial, TrialFailed, trial } from './trial.ts';
export { within } from './within.ts';
