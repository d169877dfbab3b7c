export { createOutboundGate, type OutboundAnswer, type OutboundGate, type OutboundPlace } from './gate.ts';
export { outboundPolicy } from './gate-policy.ts';
export { OutboundError } from './outbound-error.ts';
export { refusalOf, type Trial, TrialFailed, trial } from './trial.ts';
