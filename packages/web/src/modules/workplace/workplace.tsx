import './workplace.css';
import { canCall, contentData, orderPanel } from '@gantry/core';
import { useT } from '../../app/i18n/index.ts';
import { useSession } from '../../app/session/index.ts';
import { PageFrame } from '../../ui/parts/index.ts';
import { ContentPanel } from './content-panel.tsx';
import { DataPanel } from './data-panel.tsx';
import { FirstSteps } from './first-steps.tsx';
import { MessagePanel } from './message-panel.tsx';
import { OrderPanel } from './order-panel.tsx';
import { QuickWays } from './quick-ways.tsx';
import { SystemPanel } from './system-panel.tsx';

/** The home page: panels of real figures, of what the person may see; each stands, fails and is tried again on its own. */
export function Workplace() {
  const t = useT();
  const { user, rights } = useSession();
  return (
    <PageFrame about={t('console.workplace.welcome', { name: user.name || user.username })} actions={<QuickWays />}>
      <div className="workplace">
        <div className="workplace-main">
          <FirstSteps />
          <DataPanel />
          {canCall(rights, contentData) ? <ContentPanel /> : null}
          <SystemPanel />
        </div>
        <div className="workplace-side">
          <MessagePanel />
          {canCall(rights, orderPanel) ? <OrderPanel /> : null}
        </div>
      </div>
    </PageFrame>
  );
}
