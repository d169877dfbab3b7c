/** The package has no type definitions. */
declare module 'jq-web' {
  const jq: Promise<unknown>;
  export default jq;
}
