import { type AnyResource, knowChunk } from '@gantry/core';
import { type ReactNode, Suspense, useState } from 'react';
import { Link } from 'react-router-dom';
import { useFormat } from '../../../app/i18n/index.ts';
import { Can } from '../../../app/session/index.ts';
import { useReferences, useWords } from '../../../fields/index.ts';
import { useRecord } from '../../../resource/record/use-record.ts';
import { WithDefinition } from '../../../resource/use-definition.tsx';
import { Button } from '../../../ui/index.ts';
import { lazyPart } from '../../../ui/lazy-part.tsx';
import { MendText } from './mend-text.tsx';
import { computeGain, type RecallHit, toRanges } from './recall-answer.ts';

const FormDrawer = lazyPart(async () => ({
  default: (await import('../../../resource/form/form-drawer.tsx')).FormDrawer,
}));

interface FixChunkProps {
  readonly id: number;
  /** Called after saving. */
  readonly onFixed: () => void;
}

/** Edits a chunk from the search results without leaving the search. */
function FixChunk({ id, onFixed }: FixChunkProps) {
  const t = useWords();
  const [open, setOpen] = useState(false);
  return (
    <Can resource={knowChunk} verb="update">
      <Button size="mini" onClick={() => setOpen(true)}>
        {t('resource.recall.fix')}
      </Button>
      {open ? (
        <Suspense fallback={null}>
          <WithDefinition name={knowChunk.name}>
            {(resource) => (
              <ChunkForm
                resource={resource}
                id={id}
                onClose={() => setOpen(false)}
                onFixed={() => {
                  setOpen(false);
                  onFixed();
                }}
              />
            )}
          </WithDefinition>
        </Suspense>
      ) : null}
    </Can>
  );
}

interface ChunkFormProps extends FixChunkProps {
  readonly resource: AnyResource;
  readonly onClose: () => void;
}

function ChunkForm({ resource, id, onFixed, onClose }: ChunkFormProps) {
  const { data, error } = useRecord(resource, id);
  if (error) return <span className="problem">{error.message}</span>;
  if (!data) return null;
  return <FormDrawer resource={resource} slots={{}} record={data} onSaved={onFixed} onClose={onClose} />;
}

interface HitListProps {
  readonly hits: readonly RecallHit[];
  /** Results of the other setting for comparison; null when there is none. */
  readonly others: readonly RecallHit[] | null;
  /** Called after a chunk was edited here; without it editing is disabled. */
  readonly onFixed?: (() => void) | undefined;
}

/** Chunks in order, each with its scores and the matching words highlighted. */
export function HitList({ hits, others, onFixed }: HitListProps) {
  const t = useWords();
  if (hits.length === 0) return <p className="dim">{t('resource.recall.nothing')}</p>;
  return (
    <ol className="recall-hits">
      {hits.map((hit) => (
        <li key={hit.chunkId}>
          <HitHead
            hit={hit}
            gain={computeGain(hit, others)}
            isNew={others !== null && computeGain(hit, others) === null}
          >
            {onFixed && !hit.isGone ? <FixChunk id={hit.chunkId} onFixed={onFixed} /> : null}
          </HitHead>
          <Scores hit={hit} />
          <HitText hit={hit} onFixed={hit.isGone ? undefined : onFixed} />
        </li>
      ))}
    </ol>
  );
}

function HitHead({
  hit,
  gain,
  isNew,
  children,
}: {
  readonly hit: RecallHit;
  readonly gain: number | null;
  readonly isNew: boolean;
  /** Actions on the chunk. */
  readonly children: ReactNode;
}) {
  const t = useWords();
  const references = useReferences();
  const to = hit.isGone ? null : references.link('knowChunk', hit.chunkId);
  const name = [hit.docName, hit.title].filter(Boolean).join(' · ') || `#${hit.chunkId}`;
  return (
    <p className="recall-head">
      <strong className="figure">{hit.rank}</strong>
      {to === null ? (
        <span>{name}</span>
      ) : (
        <Link to={to} className="cell-link">
          {name}
        </Link>
      )}
      <span className="dim figure">#{hit.chunkId}</span>
      {hit.isGone ? <span className="dim">{t('resource.recall.gone')}</span> : null}
      {isNew ? <span className="recall-move">{t('resource.recall.onlyHere')}</span> : null}
      {gain === null || gain === 0 ? null : (
        <span className="recall-move">
          {gain > 0 ? t('resource.recall.up', { count: gain }) : t('resource.recall.down', { count: -gain })}
        </span>
      )}
      {children}
    </p>
  );
}

function Scores({ hit }: { readonly hit: RecallHit }) {
  const t = useWords();
  const format = useFormat();
  const parts = [
    ['score', hit.score],
    ['keyword', hit.keywordScore],
    ['vector', hit.vectorScore],
    ...(typeof hit.rerankScore === 'number' ? ([['rerank', hit.rerankScore]] as const) : []),
  ] as const;
  return (
    <p className="recall-scores">
      {parts.map(([name, score]) => (
        <span key={name} className="figure">
          <span className="dim">{t(`resource.recall.${name}`)}</span>{' '}
          {score === null ? '–' : format.number(Math.round(score * 1000) / 10)}
          {score === null ? '' : '%'}
        </span>
      ))}
    </p>
  );
}

function HitText({ hit, onFixed }: { readonly hit: RecallHit } & Pick<HitListProps, 'onFixed'>) {
  if (!hit.excerpt) return null;
  const text = <Excerpt text={hit.excerpt} marks={hit.marks ?? []} />;
  if (!onFixed) return <p className="recall-excerpt">{text}</p>;
  return (
    <MendText id={hit.chunkId} onFixed={onFixed}>
      {text}
    </MendText>
  );
}

/** A text with the words of the question highlighted. */
function Excerpt({ text, marks }: { readonly text: string; readonly marks: readonly (readonly [number, number])[] }) {
  return toRanges(text, marks).map(({ from, text: part, isMarked }) =>
    isMarked ? <mark key={from}>{part}</mark> : <span key={from}>{part}</span>,
  );
}
