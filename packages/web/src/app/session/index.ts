export * from './browser-store.ts';
export * from './can.tsx';
export * from './credentials-form.tsx';
export * from './session-context.tsx';
export * from './step-up.tsx';
export * from './tab-sync.ts';
export * from './unsaved.tsx';
