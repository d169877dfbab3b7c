import { catalogue, getRelatedLabel, type LocalizedText, listRelated, type Related } from '@gantry/core';

/** A list of another entity whose records refer to a record. */
export interface Relation extends Pick<Related, 'key' | 'field' | 'by'> {
  readonly entity: string;
  readonly label: LocalizedText;
}

const getRelations = (resource: { readonly name: string }): Relation[] =>
  listRelated(catalogue, resource).map((one) => ({
    key: one.key,
    field: one.field,
    by: one.by,
    entity: one.resource.name,
    label: { zh: getRelatedLabel(one, 'zh-CN'), en: getRelatedLabel(one, 'en-US') },
  }));

/** The relations of each entity; loaded only to display them. */
export const relations: Readonly<Record<string, readonly Relation[]>> = Object.fromEntries(
  catalogue.resources.map((resource) => [resource.name, getRelations(resource)]),
);
