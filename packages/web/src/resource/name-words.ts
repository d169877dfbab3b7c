import { type AnyResource, toNames, toSentenceCase } from '@gantry/core';
import { useSay } from '../app/i18n/index.ts';

/** Returns a function for the name of a resource within a sentence. */
export function useNameOf(): (resource: Pick<AnyResource, 'label'>) => string {
  const localize = useSay();
  return (resource) => toSentenceCase(localize(resource.label));
}

/** Returns a function for the plural name of a resource within a sentence. */
export function useNamesOf(): (resource: Pick<AnyResource, 'label'>) => string {
  const localize = useSay();
  return (resource) => toSentenceCase(localize(toNames(resource.label)));
}
