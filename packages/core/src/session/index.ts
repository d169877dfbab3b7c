export * from './current-user.ts';
export * from './session.ts';
