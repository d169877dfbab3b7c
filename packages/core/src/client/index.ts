export * from './bulk-call.ts';
export * from './client.ts';
export * from './list-call.ts';
export * from './service-call.ts';
export * from './session.ts';
