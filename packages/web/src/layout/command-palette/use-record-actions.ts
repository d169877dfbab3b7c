import {
  type ActionArguments,
  type AnyResource,
  acceptsArguments,
  type FoundRecord,
  getActionTitle,
  getAvailableActions,
  getResourcePath,
  localize,
} from '@gantry/core';
import { useQueries } from '@tanstack/react-query';
import { useNavigate } from 'react-router-dom';
import { useClient } from '../../app/api/index.ts';
import { loadResource } from '../../app/catalogue/index.ts';
import { useFormat, useLocale } from '../../app/i18n/index.ts';
import { useSession } from '../../app/session/index.ts';
import type { Command } from './match-commands.ts';

/** A record that was found, with all that decides what may be done with it. */
interface Meant {
  readonly found: FoundRecord;
  readonly resource: AnyResource;
  readonly record: Readonly<Record<string, unknown>>;
}

/** The rows for what may be done with the records that are meant, with what was typed beside their name. */
export function useRecordActions(meant: readonly FoundRecord[], typed: ActionArguments): readonly Command[] {
  const client = useClient();
  const locale = useLocale();
  const navigate = useNavigate();
  const { number } = useFormat();
  const { rights } = useSession();
  const answers = useQueries({
    queries: meant.map((found) => ({
      queryKey: ['palette', found.to],
      retry: false,
      staleTime: 0,
      queryFn: async ({ signal }: { signal: AbortSignal }): Promise<Meant> => {
        const requested = client.call<Meant['record']>(
          getResourcePath(found.resource.name, 'get'),
          { id: found.id },
          { signal, quiet: true },
        );
        const [resource, record] = await Promise.all([loadResource(found.resource.name), requested]);
        return { found, resource, record };
      },
    })),
  });
  return answers.flatMap(({ data }) => {
    if (!data) return [];
    const { found, resource, record } = data;
    return getAvailableActions(resource, record, rights)
      .filter((availableAction) => acceptsArguments(availableAction, typed))
      .map((availableAction): Command => {
        const { name, ticked } = availableAction;
        const { amount, newName } = typed;
        const counted = amount === null ? '' : `${amount > 0 ? '+' : ''}${number(amount)}`;
        const given = newName === null ? counted : `→ ${newName}`;
        const query = new URLSearchParams({ run: name });
        if (amount !== null) query.set('give', String(amount));
        if (newName !== null) query.set('as', newName);
        if (ticked !== null) query.set('with', ticked);
        return {
          key: `availableAction.${found.to}.${name}.${ticked ?? ''}`,
          kind: 'actions',
          title: `${found.title} · ${getActionTitle(resource, availableAction, given, locale)}`,
          place: localize(resource.label, locale),
          also: [],
          run: () => void navigate(`${found.to}&${query}`),
        };
      });
  });
}
