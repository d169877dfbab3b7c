import './look-back.css';
import { bannedWord, canRun } from '@gantry/core';
import { useState } from 'react';
import { useFormat } from '../../../app/i18n/index.ts';
import { useSession } from '../../../app/session/index.ts';
import { useWords } from '../../../fields/index.ts';
import { usePress } from '../../../resource/action/use-press.ts';
import { useSendAction } from '../../../resource/action/use-send-action.ts';
import { Alert, Button } from '../../../ui/index.ts';
import { PlainTable } from '../../../ui/parts/index.ts';

interface FoundWord {
  /** Null for a word that was typed and not saved. */
  readonly wordId: number | null;
  readonly word: string;
  readonly messages: number;
  readonly examples: readonly number[];
}

/** Response of `bannedWord/lookBack`. */
export interface LookBackAnswer {
  readonly words: number;
  readonly messages: number;
  readonly hitMessages: number;
  readonly complete: boolean;
  readonly hitWords: number;
  readonly found: readonly FoundWord[];
}

interface LookBackViewProps {
  readonly answer: LookBackAnswer;
  readonly onChanged: () => void;
}

/** How many recent messages the words would have matched, by word. A word with too many matches can be disabled here. */
export function LookBackView({ answer, onChanged }: LookBackViewProps) {
  const t = useWords();
  const { number, list } = useFormat();
  const { words, messages, hitMessages, hitWords, complete, found } = answer;
  // Examples are omitted for users who may not read messages.
  const isNamed = found.some(({ examples }) => examples.length > 0);
  const figures = { words: number(words), messages: number(messages), hits: number(hitMessages) };
  return (
    <div className="look-back">
      <Alert
        type={hitMessages === 0 ? 'success' : 'warning'}
        content={t(hitMessages === 0 ? 'resource.lookBack.none' : 'resource.lookBack.some', figures)}
      />
      {complete ? null : <p className="hint">{t('resource.lookBack.cut')}</p>}
      {found.length === 0 ? null : (
        <PlainTable caption={t('resource.lookBack.caption')}>
          <thead>
            <tr>
              <th scope="col">{t('resource.lookBack.word')}</th>
              <th scope="col" className="number">
                {t('resource.lookBack.hits')}
              </th>
              {isNamed ? <th scope="col">{t('resource.lookBack.examples')}</th> : null}
              <th scope="col">
                <span className="unseen">{t('resource.lookBack.switch')}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {found.map((one) => (
              <tr key={`${one.wordId}-${one.word}`}>
                <th scope="row">{one.word}</th>
                <td className="number">{number(one.messages)}</td>
                {isNamed ? <td>{list(one.examples.map(String))}</td> : null}
                <td>{one.wordId === null ? null : <SwitchOff id={one.wordId} onChanged={onChanged} />}</td>
              </tr>
            ))}
          </tbody>
        </PlainTable>
      )}
      {hitWords > found.length ? (
        <p className="hint">{t('resource.lookBack.more', { shown: number(found.length), all: number(hitWords) })}</p>
      ) : null}
    </div>
  );
}

function SwitchOff({ id, onChanged }: { readonly id: number; readonly onChanged: () => void }) {
  const t = useWords();
  const { rights } = useSession();
  const send = useSendAction(bannedWord);
  const [off, setOff] = useState(false);
  const { busy, press } = usePress(async (key) => {
    await send(off ? 'enable' : 'disable', null, { id }, key);
    setOff(!off);
    onChanged();
  });
  if (!canRun(rights, bannedWord, bannedWord.actions.disable).ok) return null;
  return (
    <Button size="mini" loading={busy} onClick={press}>
      {t(off ? 'resource.lookBack.enable' : 'resource.lookBack.disable')}
    </Button>
  );
}
