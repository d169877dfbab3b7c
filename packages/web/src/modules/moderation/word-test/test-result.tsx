import '../../../resource/record/diff.css';
import { allowWord, bannedWord, getResourcePath, type Tone, type WordHit, type WordTestAnswer } from '@gantry/core';
import { Link } from 'react-router-dom';
import { useFormat, useSay } from '../../../app/i18n/index.ts';
import { OptionTag, ToneMark, useCalls, useWords } from '../../../fields/index.ts';
import { usePress } from '../../../resource/action/use-press.ts';
import { Button, useToast } from '../../../ui/index.ts';

interface TestResultProps {
  readonly text: string;
  readonly answer: WordTestAnswer | undefined;
  readonly error: Error | null;
  readonly mayAllow: boolean;
  /** Called after a phrase was allowed. */
  readonly onChanged: (phrase: string) => void;
}

const tones: Readonly<Record<WordTestAnswer['action'], Tone>> = {
  pass: 'good',
  block: 'bad',
  mask: 'warn',
  review: 'info',
  warn: 'neutral',
};

/** The test result of the text: each match at its position, with its rule. */
export function TestResult({ text, answer, error, mayAllow, onChanged }: TestResultProps) {
  const t = useWords();
  const format = useFormat();
  if (error) {
    return (
      <div className="test-result" role="alert">
        <p className="problem">{error.message}</p>
      </div>
    );
  }
  if (!answer) return <div className="test-result idle">{t('resource.words.placeholder')}</div>;
  const ms = answer.latencyUs / 1000;
  const fits = answer.hits.every((hit) => hit.end <= text.length);
  return (
    <div className="test-result">
      <p className="test-verdict" role="status" data-testid="test-verdict">
        <span className={`option-tag tone-${tones[answer.action]}`}>
          <ToneMark tone={tones[answer.action]} />
          {t(`resource.words.${answer.action}`)}
        </span>
        <span>
          {answer.hitCount === 0
            ? t('resource.words.noHits')
            : t('resource.words.hits', { count: format.number(answer.hitCount) })}
        </span>
        <span className="dim">{t('resource.words.latency', { ms: format.number(Math.round(ms * 100) / 100) })}</span>
      </p>
      <p className="test-text" data-testid="test-text">
        {toRanges(text, fits ? answer.hits : []).map((range) =>
          range.hits.length === 0 ? (
            <span key={range.start}>{range.text}</span>
          ) : (
            <mark
              key={range.start}
              className={range.hits.every((hit) => hit.allowed) ? 'allowed' : ''}
              title={range.hits.map((hit) => hit.word).join(' · ')}
            >
              {range.text}
            </mark>
          ),
        )}
      </p>
      <HitTable text={text} hits={answer.hits} mayAllow={mayAllow} onChanged={onChanged} />
      <dl className="test-texts">
        <div>
          <dt>{t('resource.words.normalized')}</dt>
          <dd className="mono">{answer.normalized}</dd>
        </div>
        {answer.text === text ? null : (
          <div>
            <dt>{t('resource.words.output')}</dt>
            <dd>{answer.text}</dd>
          </div>
        )}
      </dl>
    </div>
  );
}

type HitTableProps = Pick<TestResultProps, 'text' | 'mayAllow' | 'onChanged'> & { readonly hits: readonly WordHit[] };

/** Maximum number of listed matches. */
const listed = 50;

function HitTable({ text, hits, mayAllow, onChanged }: HitTableProps) {
  const t = useWords();
  const localize = useSay();
  const { category, level, action, match } = bannedWord.fields;
  if (hits.length === 0) return null;
  const mayAllowSome = mayAllow && hits.slice(0, listed).some((hit) => !hit.allowed);
  return (
    <div className="test-hits">
      {mayAllowSome ? <p className="hint">{t('resource.words.allowsFull')}</p> : null}
      <table className="diff">
        <thead>
          <tr>
            <th scope="col">{localize(bannedWord.fields.word.label)}</th>
            <th scope="col">{t('resource.words.where')}</th>
            {[match, category, level, action].map(({ label }) => (
              <th scope="col" key={label.en}>
                {localize(label)}
              </th>
            ))}
            <th scope="col">
              <span className="unseen">{t('resource.words.addAllowed')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {hits.slice(0, listed).map((hit) => (
            <tr key={`${hit.wordId}-${hit.word}-${hit.start}-${hit.end}`}>
              <th scope="row">
                {hit.wordId > 0 ? (
                  <Link to={`?id=${hit.wordId}`} className="cell-link" title={t('resource.words.openWord')}>
                    {hit.word}
                  </Link>
                ) : (
                  <>
                    {hit.word} <span className="dim">({t('resource.words.unsavedWord')})</span>
                  </>
                )}
              </th>
              <td className="figure dim">{t('resource.words.place', { from: hit.start, to: hit.end })}</td>
              <td>
                <OptionTag value={hit.match} option={getOption(match.options, hit.match)} />
              </td>
              <td>
                <OptionTag value={hit.category} option={getOption(category.options, hit.category)} />
              </td>
              <td>
                <OptionTag value={String(hit.level)} option={getOption(level.options, String(hit.level))} />
              </td>
              <td>
                {hit.allowed ? (
                  t('resource.words.allowed', { phrase: hit.allowedBy ?? '' })
                ) : (
                  <OptionTag value={hit.action} option={getOption(action.options, hit.action)} />
                )}
              </td>
              <td>
                {mayAllow && !hit.allowed ? (
                  <AllowButton phrase={text.slice(hit.start, hit.end)} onAllowed={onChanged} />
                ) : null}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function getOption<T>(options: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(options, name) ? options[name] : undefined;
}

/** Allows exactly this phrase from the test result. */
function AllowButton({ phrase, onAllowed }: { readonly phrase: string; readonly onAllowed: (phrase: string) => void }) {
  const t = useWords();
  const calls = useCalls();
  const toast = useToast();
  const { busy, press } = usePress(async (key) => {
    await calls.call(getResourcePath(allowWord.name, 'create'), { phrase }, { idempotencyKey: key });
    toast.success(t('resource.words.allowedNow', { phrase }));
    onAllowed(phrase);
  });
  return (
    <Button size="mini" loading={busy} onClick={press}>
      {t('resource.words.addAllowed')}
    </Button>
  );
}

/** A range of the text with the matches that cover it; none for unmatched text. */
interface TextRange {
  readonly start: number;
  readonly text: string;
  readonly hits: readonly WordHit[];
}

/** Splits the text where matches start and end, so that each range has the same matches. */
export function toRanges(text: string, hits: readonly WordHit[]): TextRange[] {
  const cuts = new Set([0, text.length]);
  for (const hit of hits) cuts.add(Math.min(hit.start, text.length)).add(Math.min(hit.end, text.length));
  const positions = [...cuts].sort((a, b) => a - b);
  return positions.slice(0, -1).map((start, at) => {
    const end = positions[at + 1] ?? text.length;
    return {
      start,
      text: text.slice(start, end),
      hits: hits.filter((hit) => hit.start <= start && hit.end >= end),
    };
  });
}
