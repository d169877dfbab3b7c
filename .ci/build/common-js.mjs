/** Some packages inside a bundle are CommonJS and call `require`, which an ES module does not have. */
export const requireForCommonJs =
  "import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url);";
