import type { Action, AnyResource, Permit } from '@gantry/core';
import { useSay } from '../../app/i18n/index.ts';
import { useWords } from '../../fields/index.ts';
import { getRejectedState } from './row-menu.ts';

interface Offered {
  readonly action: Pick<Action, 'label' | 'help'>;
  readonly permit: Permit;
}

/** Why an action is rejected, in words; its help when it is not. */
export function useReason(resource: AnyResource): (offered: Offered) => string | undefined {
  const t = useWords();
  const localize = useSay();
  return ({ action, permit }) => {
    if (permit.ok) return action.help ? localize(action.help) : undefined;
    const state = getRejectedState(resource, permit);
    if (permit.reason === 'role') return t('reason.role');
    if (permit.why) return localize(permit.why);
    return t('reason.state', { state: state ? localize(state) : (permit.state ?? ''), action: localize(action.label) });
  };
}
