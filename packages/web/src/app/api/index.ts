export * from './api-context.tsx';
export * from './call-key.ts';
export * from './channel.ts';
export * from './forever.ts';
export * from './runtime-config.ts';
export * from './transport.ts';
