import type { AnyResource } from '@gantry/core';
import { useLocale, useSay } from '../app/i18n/index.ts';
import type { FieldRecord } from '../fields/index.ts';
import { getTitle } from './resource-host.tsx';

type Titled = Pick<AnyResource, 'fields' | 'title'>;

/** The option that a record is named after, where its title is one of a few. */
export function createTitleOption({ fields, title }: Titled, record: FieldRecord) {
  const field = fields[title];
  return field && 'options' in field ? field.options[String(record[title])] : undefined;
}

/** What a record of a list is called: its title in words. */
export function useTitleOf(resource: Titled): (record: FieldRecord) => string {
  const localize = useSay();
  const locale = useLocale();
  return (record) => {
    const option = createTitleOption(resource, record);
    return option ? localize(option) : getTitle(resource, record, locale);
  };
}
