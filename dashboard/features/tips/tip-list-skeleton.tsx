import { Skeleton } from '@mantine/core';
import { Arriving } from '../../ui/arriving';
import moneyList from '../../ui/money-list.module.css';
import styles from './tips.module.css';

export function TipListSkeleton() {
  const outline = (
    <div className={`${moneyList.list} ${styles.list}`}>
      {[0, 1, 2, 3].map((row) => (
        <div key={row} className={moneyList.row}>
          <Skeleton height={38} circle />
          <div className={moneyList.what}>
            <Skeleton height={13} width={110} radius="sm" />
            <Skeleton height={11} width="60%" mt={9} radius="sm" />
          </div>
          <Skeleton height={15} width={54} radius="sm" />
        </div>
      ))}
    </div>
  );
  return <Arriving outline={outline} />;
}
