export * from './message-row.tsx';
export * from './use-messages.ts';
