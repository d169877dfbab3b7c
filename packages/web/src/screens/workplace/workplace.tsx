import './workplace.css';
import { useT } from '../../i18n/index.ts';
import { PageFrame } from '../../parts/index.ts';
import { useSession } from '../../session/index.ts';
import { ContentPanel } from './content-panel.tsx';
import { DataPanel } from './data-panel.tsx';
import { MessagePanel } from './message-panel.tsx';
import { OrderPanel } from './order-panel.tsx';
import { SystemPanel } from './system-panel.tsx';

/** The home page: five panels of real figures, each of which stands, fails and is tried again on its own. */
export function Workplace() {
  const t = useT();
  const { user } = useSession();
  return (
    <PageFrame about={t('console.workplace.welcome', { name: user.name || user.username })}>
      <DataPanel />
      <div className="workplace">
        <div className="workplace-main">
          <ContentPanel />
          <SystemPanel />
        </div>
        <div className="workplace-side">
          <MessagePanel />
          <OrderPanel />
        </div>
      </div>
    </PageFrame>
  );
}
