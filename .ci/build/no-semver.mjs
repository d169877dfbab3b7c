// Replaces semver in the bundle: conf compares versions only for migrations, and there are none.
const none = () => {
  throw new Error('the command line is built without semver: conf must be given no migrations');
};
export default { eq: none, clean: none, satisfies: none, lte: none, gt: none };
