import { describe, expect, it } from 'vitest';
import { catalogue } from '../catalog/index.ts';
import { createSchema, getWritableFields, updateSchema } from './record-schema.ts';

/** Fields that only the server writes, in addition to states and fields with `write: 'never'`. */
const serverFields = ['id', 'version', 'createdAt', 'updatedAt', 'createdBy', 'updatedBy', 'deletedAt'];

describe.each(catalogue.resources.map((resource) => [resource.name, resource] as const))(
  'the schemas of %s',
  (_, resource) => {
    it('reject every field that only the server writes', () => {
      for (const [moment, schema] of [
        ['create', createSchema(resource)],
        ['update', updateSchema(resource)],
      ] as const) {
        const open = Object.keys(getWritableFields(resource, moment));
        for (const name of [
          ...serverFields,
          ...Object.keys(resource.fields),
          'created_at',
          'password_hash',
          'isAdmin',
        ]) {
          if (open.includes(name)) continue;
          const { error } = schema.safeParse({ [name]: 1 });
          const rejected = error?.issues.flatMap((issue) => (issue.code === 'unrecognized_keys' ? issue.keys : []));
          expect(`${moment} ${name}: ${rejected}`).toBe(`${moment} ${name}: ${name}`);
        }
        const closed = Object.entries(resource.fields).filter(
          ([, field]) => field.kind === 'state' || field.write === 'never',
        );
        expect(open.filter((name) => serverFields.includes(name) || closed.some(([other]) => other === name))).toEqual(
          [],
        );
      }
    });
  },
);
