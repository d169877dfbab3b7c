export * from './guard.ts';
export * from './permission-presets.ts';
export * from './permitted-fields.ts';
