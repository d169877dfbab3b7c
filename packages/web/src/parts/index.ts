export * from './confirm-dialog.tsx';
export * from './form-row.tsx';
export * from './markdown.tsx';
export * from './page-context.tsx';
export * from './page-frame.tsx';
export * from './page-tabs.tsx';
export * from './side-drawer.tsx';
export * from './states.tsx';
