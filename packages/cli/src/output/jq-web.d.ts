/** The package has no types of its own. */
declare module 'jq-web' {
  const jq: Promise<unknown>;
  export default jq;
}
