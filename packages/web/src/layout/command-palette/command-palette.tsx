import './command-palette.css';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { getPageKey } from '../../app/catalog/open-tabs.ts';
import { useT } from '../../app/i18n/index.ts';
import { useSession } from '../../app/session/index.ts';
import { readRecentPlaces, rememberPlace } from '../../app/session/recent-places.ts';
import { IconSearch } from '../../ui/icons.ts';
import { Modal, useReturnFocus } from '../../ui/index.ts';
import { type Command, matchCommands } from './match-commands.ts';
import { useCommands } from './use-commands.ts';
import { useFoundRecords } from './use-found-records.ts';

/** Recent places without the current one, the latest first. Commands that are no longer available are left out. */
function loadRecentCommands(
  accountId: string | number,
  offered: readonly Command[],
  here: string,
  goTo: (address: string) => void,
): Command[] {
  return readRecentPlaces(accountId).flatMap(({ key, title, place, to }): Command[] => {
    if (key === here || to === here) return [];
    if (to !== undefined) return [{ key, kind: 'recent', title, place, also: [], to, run: () => goTo(to) }];
    const known = offered.find((command) => command.key === key);
    return known ? [{ ...known, kind: 'recent' }] : [];
  });
}

const maxShown = 50;
const maxRecent = 8;

/**
 * The commands for the typed text: recent places while it is empty. A typed action comes before pages and records, any other action
 * after them.
 */
function useOfferedCommands(typed: string) {
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const { user } = useSession();
  const commands = useCommands();
  const { records, actions, isActionTyped, busy } = useFoundRecords(typed);
  const recent =
    typed.trim() === ''
      ? loadRecentCommands(user.accountId, commands, getPageKey(pathname, search), (to) => void navigate(to))
      : [];
  const shown = recent.slice(0, maxRecent);
  const known = new Set(shown.map(({ key }) => key));
  const matching = matchCommands(commands, typed).filter(({ key }) => !known.has(key));
  const first = isActionTyped ? actions : [];
  const last = isActionTyped ? records : [...records, ...actions];
  return {
    offered: [...shown, ...first, ...matching.slice(0, maxShown), ...last],
    busy,
    remember: (command: Command) => rememberPlace(user.accountId, command),
  };
}

/** Searches commands by a few typed letters and runs the selected one on Enter. */
export function CommandPalette({ onClose }: { readonly onClose: () => void }) {
  const t = useT();
  const id = useId();
  const [typed, setTyped] = useState('');
  const [at, setAt] = useState(0);
  const { offered: found, busy, remember } = useOfferedCommands(typed);
  const list = useRef<HTMLDivElement>(null);
  const gone = useRef(false);
  useReturnFocus(gone);
  useEffect(() => {
    list.current?.querySelector(`[id="${id}-${at}"]`)?.scrollIntoView({ block: 'nearest' });
  }, [id, at]);
  const run = (command: Command | undefined) => {
    if (!command) return;
    gone.current = true;
    onClose();
    if (!command.isRecordAction) remember(command);
    command.run();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step !== 0 && found.length > 0) {
      event.preventDefault();
      setAt((at + step + found.length) % found.length);
    }
    if (event.key === 'Enter') run(found[at]);
  };
  return (
    <Modal
      visible
      title={t('console.command.title')}
      footer={null}
      closable={false}
      onCancel={onClose}
      className="palette"
      alignCenter={false}
    >
      <SearchBox
        id={id}
        typed={typed}
        current={found.length > 0 ? at : null}
        onKeyDown={onKeyDown}
        onType={(text) => {
          setTyped(text);
          setAt(0);
        }}
      />
      <div
        id={`${id}-list`}
        role="listbox"
        aria-label={t('console.command.title')}
        className="palette-list"
        ref={list}
        tabIndex={-1}
        aria-busy={busy}
      >
        {found.map((command, index) => (
          <Row
            key={command.key}
            id={`${id}-${index}`}
            command={command}
            headed={found[index - 1]?.kind !== command.kind}
            current={index === at}
            onPoint={() => setAt(index)}
            onRun={() => run(command)}
          />
        ))}
      </div>
      {found.length === 0 && !busy ? (
        <p className="palette-none" role="status">
          {t('console.command.nothing')}
        </p>
      ) : null}
      <PaletteHint />
    </Modal>
  );
}

/** The keys of the palette, and what can be typed after the name of a record. */
function PaletteHint() {
  const t = useT();
  const after = [
    ['+500', 'console.command.afterAmount'],
    [t('console.command.newName'), 'console.command.afterNewName'],
    [t('console.command.reason'), 'console.command.afterReason'],
  ] as const;
  return (
    <div className="palette-hint">
      <p>{t('console.command.hint')}</p>
      <p>
        {t('console.command.afterName')}
        {after.map(([typed, words]) => (
          <span key={words}>
            <kbd>{typed}</kbd> {t(words)}
          </span>
        ))}
      </p>
    </div>
  );
}

interface SearchBoxProps {
  /** Prefix of the ids of the rows. */
  readonly id: string;
  readonly typed: string;
  readonly current: number | null;
  readonly onKeyDown: (event: KeyboardEvent) => void;
  readonly onType: (typed: string) => void;
}

function SearchBox({ id, typed, current, onKeyDown, onType }: SearchBoxProps) {
  const t = useT();
  return (
    <div className="palette-search">
      <IconSearch aria-hidden="true" />
      <input
        role="combobox"
        aria-label={t('console.command.title')}
        aria-expanded="true"
        aria-controls={`${id}-list`}
        aria-activedescendant={current === null ? undefined : `${id}-${current}`}
        placeholder={t('console.command.placeholder')}
        autoComplete="off"
        spellCheck={false}
        data-testid="palette"
        value={typed}
        onChange={(event) => onType(event.target.value)}
        onKeyDown={onKeyDown}
      />
    </div>
  );
}

interface RowProps {
  readonly id: string;
  readonly command: Command;
  /** Whether the row is the first of its type and shows a heading. */
  readonly headed: boolean;
  readonly current: boolean;
  readonly onPoint: () => void;
  readonly onRun: () => void;
}

function Row({ id, command, headed, current, onPoint, onRun }: RowProps) {
  const t = useT();
  return (
    <button
      type="button"
      id={id}
      role="option"
      aria-selected={current}
      tabIndex={-1}
      className="palette-row"
      onPointerMove={onPoint}
      onClick={onRun}
    >
      <span className="palette-title">{command.title}</span>
      <span className="palette-place">{command.place}</span>
      <span className="palette-kind">{headed ? t(`console.command.${command.kind}`) : ''}</span>
    </button>
  );
}
