import '@arco-design/web-react/es/Breadcrumb/style/css.js';
import './page-frame.css';
import { Breadcrumb } from '@arco-design/web-react';
import { type ReactNode, useEffect, useId, useMemo, useState } from 'react';
import { useNavigationType } from 'react-router-dom';
import { useSay } from '../../app/i18n/index.ts';
import { IconInfoCircle } from '../icons.ts';
import { IconButton } from '../index.ts';
import { PageHeadSlotsProvider, usePagePlace } from './page-context.tsx';

interface PageFrameProps {
  /** The title of the page; defaults to the name of the screen. */
  readonly title?: string;
  /** One sentence below the title. */
  readonly about?: ReactNode;
  /** Buttons at the end of the title line. */
  readonly actions?: ReactNode;
  /** Puts the head on one line, with the tabs of the page in it and the sentence behind a button. */
  readonly compact?: { readonly tabs: ReactNode };
  readonly children: ReactNode;
}

/** How long, in ms, a closing popup that led to the page keeps the focus. */
const closing = 60;

/** Moves the focus to the page when the popup that led here, such as the palette, has closed without returning it. */
function useArrivalFocus(): void {
  const latest = useNavigationType();
  // The page writes its own state into the URL later; only the navigation that opened it counts.
  const [cause] = useState(latest);
  useEffect(() => {
    if (cause !== 'PUSH') return;
    const timer = window.setTimeout(() => {
      if (document.activeElement === document.body) document.getElementById('page')?.focus({ preventScroll: true });
    }, closing);
    return () => window.clearTimeout(timer);
  }, [cause]);
}

/** The main region of every page: its title, its actions and its content. */
export function PageFrame({ title, about, actions, compact, children }: PageFrameProps) {
  const place = usePagePlace();
  const titleId = useId();
  const [count, setCount] = useState<HTMLElement | null>(null);
  const [tools, setTools] = useState<HTMLElement | null>(null);
  const slots = useMemo(() => ({ count, actions: tools }), [count, tools]);
  useArrivalFocus();
  const name = title ?? place.title;
  return (
    <main id="page" data-testid="page" className="page" tabIndex={-1} aria-labelledby={titleId}>
      <Trail names={[...place.crumbs, name]} />
      <header className={compact ? 'page-head compact' : 'page-head'}>
        <div className="page-name">
          <h1 id={titleId}>{name}</h1>
          {compact ? <span className="page-count" ref={setCount} /> : null}
          {about && !compact ? <p className="page-about">{about}</p> : null}
          {typeof about === 'string' && compact ? (
            <IconButton size="mini" icon={<IconInfoCircle />} label={about} />
          ) : null}
        </div>
        {compact?.tabs}
        {actions || compact ? (
          <div className="page-actions" ref={setTools}>
            {actions}
          </div>
        ) : null}
      </header>
      <PageHeadSlotsProvider value={slots}>{children}</PageHeadSlotsProvider>
    </main>
  );
}

const trail = { zh: '当前位置', en: 'Breadcrumb' };

/** The names from the area down to the page. Hidden while there is a menu. */
function Trail({ names }: { readonly names: readonly string[] }) {
  const localize = useSay();
  const shown = names.filter((name, at) => name !== '' && name !== names[at - 1]);
  return (
    <nav aria-label={localize(trail)} className="breadcrumb">
      <Breadcrumb>
        {shown.map((name, at) => (
          <Breadcrumb.Item key={name}>
            <span aria-current={at === shown.length - 1 ? 'page' : undefined}>{name}</span>
          </Breadcrumb.Item>
        ))}
      </Breadcrumb>
    </nav>
  );
}
