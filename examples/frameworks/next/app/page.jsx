import { BuskerCard } from 'busker-card/react';

export default function Page() {
  return (
    <BuskerCard profile="ada" host="http://localhost:4100" style={{ display: 'block', minHeight: 577 }}>
      <a rel="me" href="https://instagram.com/adalind.cello">
        Instagram
      </a>
      <a href="http://localhost:4100/@ada">Tip Ada</a>
    </BuskerCard>
  );
}
