import { totalCap } from '@gantry/core';
import { type KeyboardEvent, useEffect, useState } from 'react';
import { useFormat } from '../../../app/i18n/index.ts';
import { useWords } from '../../../fields/index.ts';
import { IconDown, IconLeft, IconRight } from '../../../ui/icons.ts';
import { Button, IconButton, MenuButton } from '../../../ui/index.ts';
import type { ListUrl } from '../use-list-url.ts';
import type { Rows } from '../use-rows.ts';

const sizes = [20, 50, 100, 200];

interface PagerProps {
  readonly rows: Rows;
  readonly list: ListUrl;
}

/** The pager: by number within the counted pages, by cursor beyond them; hidden for an empty list. */
export function Pager({ rows, list }: PagerProps) {
  const t = useWords();
  const { state, look, dispatch, setLook, goTo } = list;
  const size = look.flow === 'scroll' ? 0 : state.pageSize;
  const choices = [...new Set([...sizes, state.pageSize])].sort((a, b) => a - b);
  const setSize = (next: number) => {
    if (next === 0) {
      setLook({ flow: 'scroll' });
      return;
    }
    if (look.flow === 'scroll') setLook({ flow: 'pages' });
    dispatch({ type: 'pageSize', pageSize: next });
  };
  const getName = (value: number) =>
    value === 0 ? t('resource.list.scroll') : t('resource.list.size', { count: value });
  // A list that failed to load has no pages; its error says what to do.
  if (rows.total === 0 || (rows.error && rows.total === null)) return null;
  return (
    <nav className="pager" aria-label={t('resource.list.pages')} aria-busy={rows.stale}>
      {look.flow === 'pages' ? <PageSteps rows={rows} list={list} onGo={goTo} /> : null}
      <MenuButton
        label={t('resource.list.sizes')}
        position="tr"
        items={[...choices, 0].map((value) => ({
          key: String(value),
          label: getName(value),
          checked: value === size,
          onSelect: () => setSize(value),
        }))}
      >
        <Button size="small" aria-label={`${t('resource.list.sizes')}: ${getName(size)}`}>
          {getName(size)}
          <IconDown />
        </Button>
      </MenuButton>
    </nav>
  );
}

interface PageStepsProps extends PagerProps {
  readonly onGo: (page: number, cursor: string | null) => void;
}

function PageSteps({ rows, list, onGo }: PageStepsProps) {
  const t = useWords();
  const format = useFormat();
  const { page, pageSize } = list.state;
  const pages = rows.total === null ? page : Math.max(1, Math.ceil(rows.total / pageSize));
  const countable = Math.floor(totalCap / pageSize) + 1;
  const last = rows.capped ? countable : pages;
  const back = page - 1 > countable ? null : page - 1;
  return (
    <span className="pager-steps">
      <IconButton
        raw
        size="small"
        icon={<IconLeft />}
        label={t('resource.list.previous')}
        disabled={page <= 1}
        onClick={() => (back === null ? window.history.back() : onGo(back, null))}
      />
      <PageBox page={page} onGo={(wanted) => onGo(wanted <= last || rows.capped ? wanted : last, null)} />
      {rows.total === null ? null : (
        <span className="dim">
          {t('resource.list.ofPages', { count: rows.capped ? `${format.number(last - 1)}+` : format.number(pages) })}
        </span>
      )}
      <IconButton
        raw
        size="small"
        icon={<IconRight />}
        label={t('resource.list.next')}
        disabled={rows.next === null}
        onClick={() => onGo(page + 1, rows.next)}
      />
    </span>
  );
}

interface PageBoxProps {
  readonly page: number;
  readonly onGo: (page: number) => void;
}

function PageBox({ page, onGo }: PageBoxProps) {
  const t = useWords();
  const [text, setText] = useState(String(page));
  useEffect(() => setText(String(page)), [page]);
  const go = () => {
    const wanted = Math.max(1, Math.trunc(Number(text)));
    if (Number.isFinite(wanted) && wanted !== page) onGo(wanted);
    else setText(String(page));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') go();
    event.stopPropagation();
  };
  return (
    <input
      className="pager-box"
      aria-label={t('resource.list.goTo')}
      inputMode="numeric"
      value={text}
      onChange={(event) => setText(event.target.value.replace(/\D/g, '').slice(0, 6))}
      onBlur={go}
      onKeyDown={onKeyDown}
    />
  );
}
