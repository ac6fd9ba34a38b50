from locust import HttpUser, constant, task


class Shopper(HttpUser):
    wait_time = constant(0.02)

    @task(3)
    def home(self):
        self.client.get("/")

    @task
    def busy(self):
        self.client.get("/busy")
