export { createOutboundGate, type OutboundAnswer, type OutboundGate } from './gate.ts';
export { outboundPolicy } from './gate-policy.ts';
export { OutboundError } from './outbound-error.ts';
