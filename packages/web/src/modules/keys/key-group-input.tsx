import './key-group.css';
import { apiKey, canRun, getResourcePath, type KeyGroupsAnswer } from '@gantry/core';
import { useQuery } from '@tanstack/react-query';
import { useFormat } from '../../app/i18n/index.ts';
import { useSession } from '../../app/session/index.ts';
import { type InputProps, toText, useCalls, useWords } from '../../fields/index.ts';
import { FieldInput } from '../../fields/inputs.tsx';
import { Button } from '../../ui/index.ts';

/** Maximum number of groups offered below the input. */
const maxOffered = 6;

/** A key group: typed, or selected from the existing groups. A group without keys is allowed, with a warning. */
export function KeyGroupInput(props: InputProps) {
  const { value, onChange, disabled = false } = props;
  const t = useWords();
  const { number } = useFormat();
  const { rights } = useSession();
  const { call } = useCalls();
  const { data } = useQuery({
    queryKey: ['key groups'],
    enabled: canRun(rights, apiKey, apiKey.actions.groups).ok,
    retry: false,
    queryFn: ({ signal }) => call<KeyGroupsAnswer>(getResourcePath(apiKey.name, 'groups'), {}, { signal }),
  });
  const typed = toText(value);
  const groups = data?.groups ?? [];
  const chosen = groups.find(({ keyGroup }) => keyGroup === typed);
  const offered = groups.filter(({ keyGroup }) => chosen !== undefined || keyGroup.includes(typed) || typed === '');
  const others = (offered.length > 0 ? offered : groups).filter((group) => group !== chosen).slice(0, maxOffered);
  const isUnknown = data !== undefined && typed !== '' && chosen === undefined;
  return (
    <div className="key-group">
      <FieldInput {...props} />
      {chosen ? (
        <span className={chosen.available === 0 ? 'problem' : 'dim'}>
          {t('resource.keyGroup.chosen', { keys: number(chosen.keys), available: number(chosen.available) })}
        </span>
      ) : null}
      {isUnknown ? (
        <span className="problem" role="status">
          {t('resource.keyGroup.unknown', { name: typed })}
        </span>
      ) : null}
      {others.length > 0 && !disabled ? (
        <span className="key-group-others">
          {others.map(({ keyGroup, keys }) => (
            <Button key={keyGroup} size="mini" onClick={() => onChange(keyGroup)}>
              {t('resource.keyGroup.other', { name: keyGroup, keys: number(keys) })}
            </Button>
          ))}
        </span>
      ) : null}
    </div>
  );
}
