export * from './actor.ts';
export * from './can.ts';
export * from './can-run.ts';
export * from './guard.ts';
export * from './permitted-fields.ts';
