export * from './guard.ts';
export * from './permitted-fields.ts';
