// The visitors of the simulation, for k6: a search and a page for each.
import http from 'k6/http';
import { sleep } from 'k6';

export const options = {
  scenarios: {
    visitors: {
      executor: 'constant-arrival-rate',
      rate: 75,
      timeUnit: '1s',
      duration: `${__ENV.SECONDS}s`,
      preAllocatedVUs: 100,
    },
  },
};

export default function () {
  const owner = `owner-${Math.floor(Math.random() * 500)}`;
  http.get(`${__ENV.BASE_URL}/api/pets?owner=${owner}`, { tags: { name: 'search' } });
  sleep(0.2);
  http.get(`${__ENV.BASE_URL}/pets?owner=${owner}`, { tags: { name: 'page' } });
}
