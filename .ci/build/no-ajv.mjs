// Replaces ajv and ajv-formats in the bundle: conf needs them only for a schema, and none is used here.
export class Ajv2020 {
  constructor() {
    throw new Error('the command line is built without ajv: conf must not be given a schema');
  }
}
export default { default: () => undefined };
