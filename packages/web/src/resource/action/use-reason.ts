import type { AnyResource } from '@gantry/core';
import { useWords } from '../../fields/index.ts';
import { useSay } from '../../i18n/index.ts';
import { type RecordDeed, refusingState } from './row-menu.ts';

/** Why a deed is refused, in words; nothing when it is not. */
export function useReason(resource: AnyResource): (deed: RecordDeed) => string | undefined {
  const t = useWords();
  const say = useSay();
  return ({ action, permit }) => {
    if (permit.ok) return action.help ? say(action.help) : undefined;
    const state = refusingState(resource, permit);
    if (permit.reason === 'role') return t('reason.role');
    return t('reason.state', { state: state ? say(state) : (permit.state ?? ''), action: say(action.label) });
  };
}
