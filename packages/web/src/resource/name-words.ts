import { type AnyResource, toNames, toSentenceCase } from '@gantry/core';
import { useSay } from '../app/i18n/index.ts';

/** What a resource is called in the middle of a sentence. */
export function useNameOf(): (resource: Pick<AnyResource, 'label'>) => string {
  const localize = useSay();
  return (resource) => toSentenceCase(localize(resource.label));
}

/** What several records of a resource are called in the middle of a sentence. */
export function useNamesOf(): (resource: Pick<AnyResource, 'label'>) => string {
  const localize = useSay();
  return (resource) => toSentenceCase(localize(toNames(resource.label)));
}
