export * from './actor.ts';
export * from './can.ts';
export * from './guard.ts';
