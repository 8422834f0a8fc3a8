# Load for the sample service.
from locust import HttpUser, constant_throughput, task


class User(HttpUser):
    wait_time = constant_throughput(5)

    @task
    def matrix(self):
        self.client.get("/matrix")

    @task
    def delay(self):
        self.client.get("/delay")
