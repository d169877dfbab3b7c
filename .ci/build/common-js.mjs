/** Some bundled packages are CommonJS and call `require`, which ES modules do not have. */
export const requireForCommonJs =
  "import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url);";
