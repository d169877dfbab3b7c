import { type ContentDataAnswer, canUse, notifyChange, usageReport } from '@gantry/core';
import { Link } from 'react-router-dom';
import { useT } from '../../app/i18n/index.ts';
import { useSession } from '../../app/session/index.ts';
import { PlainTable } from '../../ui/parts/index.ts';

/** Who spent most since Monday, and on which model. */
const spenders = `${usageReport.path}?range=week&by=user,model`;

/** Models by how much they were asked, against the period before. */
export function TopModels({ top }: { readonly top: ContentDataAnswer['top'] }) {
  const t = useT();
  const { rights } = useSession();
  const spending = canUse(rights, usageReport) ? <Link to={spenders}>{t('console.workplace.spenders')}</Link> : null;
  // Points are spent on what is no conversation as well.
  if (top.length === 0) return spending ? <div className="panel-subs">{spending}</div> : null;
  return (
    <>
      <div className="panel-subs">
        <h3 className="panel-sub">{t('console.workplace.topModels')}</h3>
        {spending}
      </div>
      <PlainTable>
        <thead>
          <tr>
            <th scope="col" className="narrow">
              {t('console.workplace.rank')}
            </th>
            <th scope="col">{t('console.workplace.title')}</th>
            <th scope="col" className="number">
              {t('console.workplace.count')}
            </th>
            <th scope="col" className="number">
              {t('console.workplace.increase')}
            </th>
          </tr>
        </thead>
        <tbody>
          {top.map((model, at) => (
            <tr key={model.key}>
              <td className="narrow">{at + 1}</td>
              <td>{model.title}</td>
              <td className="number">{model.clickNumber}</td>
              <td className="number">{model.increases === null ? '–' : notifyChange(model.increases * 100)}</td>
            </tr>
          ))}
        </tbody>
      </PlainTable>
    </>
  );
}
