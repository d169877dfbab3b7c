export * from './record-actions.ts';
