import { catalogue, getRelatedLabel, type LocalizedText, listRelated, type Related } from '@gantry/core';

/** Records of another kind that refer to a record, by the names of both. */
export interface Relation extends Pick<Related, 'key' | 'field' | 'by'> {
  readonly entity: string;
  readonly label: LocalizedText;
}

const relationsOf = (resource: { readonly name: string }): Relation[] =>
  listRelated(catalogue, resource).map((one) => ({
    key: one.key,
    field: one.field,
    by: one.by,
    entity: one.resource.name,
    label: { zh: getRelatedLabel(one, 'zh-CN'), en: getRelatedLabel(one, 'en-US') },
  }));

/** What refers to each entity; loaded only by what shows it. */
export const relations: Readonly<Record<string, readonly Relation[]>> = Object.fromEntries(
  catalogue.resources.map((resource) => [resource.name, relationsOf(resource)]),
);
