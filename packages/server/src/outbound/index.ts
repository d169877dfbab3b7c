export { createOutboundGate, type OutboundAnswer, type OutboundGate, type OutboundRequest } from './gate.ts';
export { outboundPolicy } from './gate-policy.ts';
export { OutboundError, type OutboundReason } from './outbound-error.ts';
