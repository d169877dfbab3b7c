import type { AnyResource } from '@gantry/core';
import { useLocale, useSay } from '../app/i18n/index.ts';
import type { FieldRecord } from '../fields/index.ts';
import { getTitle } from './resource-host.tsx';

type Titled = Pick<AnyResource, 'fields' | 'title'>;

/** Returns the option that names a record when its title field is a choice. */
export function createTitleOption({ fields, title }: Titled, record: FieldRecord) {
  const field = fields[title];
  return field && 'options' in field ? field.options[String(record[title])] : undefined;
}

/** Returns a function for the display title of a list record. */
export function useTitleOf(resource: Titled): (record: FieldRecord) => string {
  const localize = useSay();
  const locale = useLocale();
  return (record) => {
    const option = createTitleOption(resource, record);
    return option ? localize(option) : getTitle(resource, record, locale);
  };
}
