export * from './bulk-call.ts';
export * from './client.ts';
export * from './list-call.ts';
export * from './paths.ts';
