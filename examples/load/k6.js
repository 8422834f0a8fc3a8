// Load for the sample service: half of the requests multiply matrices, the others wait.
import http from 'k6/http';

export const options = {
  scenarios: {
    open: {
      executor: 'constant-arrival-rate',
      rate: Number(__ENV.RATE || 40),
      timeUnit: '1s',
      duration: `${__ENV.SECONDS || 30}s`,
      preAllocatedVUs: 20,
    },
  },
};

export default function () {
  http.get(`${__ENV.BASE_URL}${Math.random() < 0.5 ? '/matrix' : '/delay'}`);
}
