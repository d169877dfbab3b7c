import { catalogue, type Related, relatedLabel, relatedOf, type Words } from '@gantry/core';

/** Records of another kind that refer to a record, by the names of both. */
export interface Relation extends Pick<Related, 'key' | 'field' | 'by'> {
  readonly entity: string;
  readonly label: Words;
}

const relationsOf = (resource: { readonly name: string }): Relation[] =>
  relatedOf(catalogue, resource).map((one) => ({
    key: one.key,
    field: one.field,
    by: one.by,
    entity: one.resource.name,
    label: { zh: relatedLabel(one, 'zh-CN'), en: relatedLabel(one, 'en-US') },
  }));

/** What refers to each entity; loaded only by what shows it. */
export const relations: Readonly<Record<string, readonly Relation[]>> = Object.fromEntries(
  catalogue.resources.map((resource) => [resource.name, relationsOf(resource)]),
);
